# README: begin
curl -sS "$PATCHBAY_PUBLIC_URL/integrations" \
  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
  -H 'Content-Type: application/json' \
  -d "{
    \"provider\": \"google\",
    \"unique_key\": \"google-calendar\",
    \"display_name\": \"Google Calendar\",
    \"credentials\": {\"type\": \"OAUTH2\", \"client_id\": \"$GOOGLE_CLIENT_ID\", \"client_secret\": \"$GOOGLE_CLIENT_SECRET\"},
    \"scopes\": [\"openid\", \"email\", \"https://www.googleapis.com/auth/calendar.readonly\"]
  }"
# README: end
