-- Muting and resolving issues has a scope of its own: keys that may do it may still do it.
update secret_keys set scopes = array_append(scopes, 'environment:issues:write')
where 'environment:alerts:write' = any(scopes) and not 'environment:issues:write' = any(scopes);
