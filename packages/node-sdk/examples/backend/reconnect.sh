# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/connect/sessions/reconnect" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d "{\"connection_id\": \"$CONNECTION_ID\", \"integration_id\": \"github\", \"end_user\": {\"id\": \"user_1\"}}"
# README: end
