-- Tasks that wait for, or are done by, workers on other machines. One row per task of a session, gone
-- when the run has taken the result over.
create table claims (
    session text not null references sessions (id),
    task text not null,
    run bigint not null,
    -- The digest of all that the result depends on.
    key text not null,
    inputs text not null,
    state text not null check (state in ('open', 'taken', 'settled')),
    owner text,
    -- Rises whenever the task changes hands; a worker with an older one is refused.
    epoch bigint not null,
    expires_at bigint not null,
    -- What the worker said last: share done and log lines.
    news text not null,
    outcome text not null,
    primary key (session, task)
) /* without rowid */;
