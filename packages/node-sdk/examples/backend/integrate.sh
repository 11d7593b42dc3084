# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/integrations" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d "{
    \"provider\": \"github\",
    \"unique_key\": \"github\",
    \"credentials\": {\"type\": \"OAUTH2\", \"client_id\": \"$GITHUB_CLIENT_ID\", \"client_secret\": \"$GITHUB_CLIENT_SECRET\"},
    \"scopes\": [\"read:user\", \"repo\"]
  }"
# README: end
