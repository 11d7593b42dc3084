# README: begin
import() {
  curl -sS "$PATCHBAY_PUBLIC_URL/connections" \
    -H "Authorization: Bearer $PATCHBAY_SECRET_KEY" \
    -H 'Content-Type: application/json' \
    -d "{\"provider_config_key\": \"$1\", \"connection_id\": \"$2\", \"end_user\": {\"id\": \"user_1\"}, \"credentials\": $3}"
}
import github old-1 '{"type": "OAUTH2", "access_token": "gho_…", "refresh_token": "ghr_…", "expires_at": "2027-01-01T00:00:00Z"}'
import openai old-2 "{\"type\": \"API_KEY\", \"apiKey\": \"$API_KEY\"}"
import ashby old-3 "{\"type\": \"BASIC\", \"username\": \"$USERNAME\", \"password\": \"$PASSWORD\"}"
import greenhouse old-4 '{"type": "OAUTH2_CC", "token": "…", "client_id": "…", "client_secret": "…", "expires_at": "2027-01-01T00:00:00Z"}'
import open-data old-5 '{"type": "NONE"}'
# README: end
