-- Understood by SQLite and PostgreSQL alike. SQLite takes the marked comments as options.
-- One session's rows share its id; nothing is numbered across sessions.
create table sessions (
    id text primary key,
    owner text not null,
    config text not null,
    metadata text not null,
    state text not null check (state in ('created', 'active', 'archived')),
    client_request_id text,
    fingerprint text not null,
    created_at bigint not null,
    updated_at bigint not null,
    last_event bigint not null default 0,
    last_run bigint not null default 0,
    -- Rises whenever the session changes hands; a commit under an older epoch is refused.
    epoch bigint not null default 0
);
create unique index sessions_by_request on sessions (owner, client_request_id)
    where client_request_id is not null;
create index sessions_by_owner on sessions (owner, created_at);

create table runs (
    session text not null references sessions (id),
    number bigint not null,
    target text not null,
    state text not null check (state in ('running', 'stopping', 'stopped', 'completed', 'failed')),
    progress text not null,
    error text not null default 'null',
    started_at bigint not null,
    ended_at bigint,
    progressed_at bigint not null,
    lease_owner text not null,
    lease_epoch bigint not null,
    lease_expires_at bigint not null,
    primary key (session, number)
) /* without rowid */;
-- At most one active run per session, whoever asks.
create unique index runs_active on runs (session) where state in ('running', 'stopping');

-- What stands at each path.
create table artifacts (
    session text not null references sessions (id),
    path text not null,
    version bigint not null,
    sha256 text not null,
    size bigint not null,
    kind text not null,
    author text not null,
    pinned bigint not null,
    live bigint not null,
    updated_at bigint not null,
    primary key (session, path)
) /* without rowid */;

create index artifacts_by_time on artifacts (session, updated_at desc, path);

-- What ever stood there.
create table versions (
    session text not null references sessions (id),
    path text not null,
    version bigint not null,
    sha256 text not null,
    size bigint not null,
    kind text not null,
    author text not null,
    pinned bigint not null,
    live bigint not null,
    updated_at bigint not null,
    primary key (session, path, version)
) /* without rowid */;

-- Small content of all sessions; large content lies in files.
create table contents (
    sha256 text primary key,
    bytes bytea not null
);

create table records (
    session text not null references sessions (id),
    task text not null,
    record text not null,
    primary key (session, task)
) /* without rowid */;

create table events (
    session text not null references sessions (id),
    number bigint not null,
    ts bigint not null,
    type text not null,
    data text not null,
    primary key (session, number)
) /* without rowid */;
