# README: begin
curl -sS -G "$PATCHBAY_PUBLIC_URL/connections" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -d endUserId=user_1 -d integrationId=github,openai
# README: end
