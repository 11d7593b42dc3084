-- Age of a token without a stated expiry, and the time of the last refresh request.

alter table connections
    -- When the provider issued this token to us. Null for imported ones, whose age is unknown.
    add column token_issued_at timestamptz;
