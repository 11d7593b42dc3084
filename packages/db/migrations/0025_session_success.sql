-- What the Connect UI shows of the backend once an account is connected: {"text", "next"}.
alter table connect_sessions
    add column success jsonb;
