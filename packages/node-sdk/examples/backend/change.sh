# README: begin
curl -sS -X PATCH "$PATCHBAY_PUBLIC_URL/connections/$CONNECTION_ID?provider_config_key=github" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"end_user": {"id": "user_1", "email": "noor@new.example.com"}, "tags": {"plan": "pro"}}'
# README: end
