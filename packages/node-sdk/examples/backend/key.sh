# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/environment/api-keys" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"display_name": "minting only", "scopes": ["environment:connect_sessions:write", "environment:connections:read"]}'
# README: end
