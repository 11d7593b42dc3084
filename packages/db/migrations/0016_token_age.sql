-- How old a token is where nobody states when it ends, and when the provider was last asked for one.

alter table connections
    -- When the provider gave this token to us, by a sign-in or a renewal. Null for what was imported: its age is not known.
    add column token_issued_at timestamptz;
