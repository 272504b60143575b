-- What a transaction leaves behind, so that its fate can be asked when the answer to its commit is lost.
create table receipts (
    token text primary key,
    at bigint not null
);

-- What a run was asked to stop for; not an error.
alter table runs add column stop text not null default 'null';
