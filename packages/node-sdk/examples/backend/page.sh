# README: begin
curl -sS -G "$PATCHBAY_PUBLIC_URL/connections" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -d limit=100 -d page=0
# README: end
