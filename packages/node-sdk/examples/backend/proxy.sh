# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/proxy/user" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Provider-Config-Key: github' \
  -H "Connection-Id: $CONNECTION_ID"
# README: end
