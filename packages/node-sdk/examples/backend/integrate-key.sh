# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/integrations" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"provider": "openai", "unique_key": "openai"}'
# README: end
