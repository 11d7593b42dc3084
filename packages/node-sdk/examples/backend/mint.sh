# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/connect/sessions" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"end_user": {"id": "user_1", "email": "noor@example.com"}, "allowed_integrations": ["github"]}'
# README: end
