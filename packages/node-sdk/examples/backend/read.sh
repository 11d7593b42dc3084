# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/connections/$CONNECTION_ID?provider_config_key=github" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY"
# README: end
