/** The path that a page asks for in a round. */
export type Ask = (round: number) => string;

const healthStates = ['healthy', 'unverified', 'degraded', 'needs_attention', 'needs_reconnect', 'paused'];
const runStates = ['queued', 'running', 'succeeded', 'failed', 'interrupted'];
const chartRanges = ['1h', '24h', '7d', '30d'];
const timelineKinds = ['sign_ins', 'credentials', 'requests', 'runs', 'webhooks', 'changes', 'issues'];

const each = (values: readonly string[], asks: (value: string) => Record<string, Ask>): Record<string, Ask> =>
    Object.assign({}, ...values.map(asks));

/** What each page reads, by its name; below the environment unless it begins with `/dashboard`. */
export function pagesOf(connections: number): Record<string, Record<string, Ask>> {
    /** Of a round, so that no response is the same twice. */
    const number = (round: number) => ((round * 2377) % connections) + 1;
    const customer = (round: number) => `c${number(round)}`;
    const key = (round: number) => `environment=dev&integration_id=i${number(round) % 20}&connection_id=${customer(round)}`;
    /** One connection has a tenth of all requests, and a hundred times as many runs as others. */
    const busy = 'environment=dev&integration_id=i1&connection_id=c1';
    return {
        Home: {
            connections: () => '/connections?limit=1',
            issues: () => '/issues?status=open',
            health: () => '/health/connections',
            'waiting for approval': () => '/connect/attempts?status=pending_approval&limit=50',
            ...each(chartRanges, (range) => ({
                [`traffic of ${range}`]: () => `/dashboard/api/traffic?environment=dev&range=${range}`,
                [`numbers of connections of ${range}`]: () => `/dashboard/api/connection-counts?environment=dev&range=${range}`
            }))
        },
        Connections: {
            counts: () => '/health/connections/counts',
            'counts of an app': (round) => `/health/connections/counts?integrationId=i${round % 20}`,
            'counts of a search': (round) => `/health/connections/counts?search=${customer(round)}`,
            'counts, nothing found': (round) => `/health/connections/counts?search=nothing-${round}`,
            'first page': () => '/connections?limit=100&page=0',
            'last page shown': () => '/connections?limit=100&page=99',
            'an app': (round) => `/connections?limit=100&page=0&integrationId=i${round % 20}`,
            'an app, last page shown': (round) =>
                `/connections?limit=100&page=${Math.min(99, Math.floor((connections - 1) / 2000))}&integrationId=i${round % 20}`,
            'an app without connections': () => '/connections?limit=100&page=0&integrationId=idle',
            ...each(healthStates, (status) => ({
                [`status ${status}`]: () => `/connections?limit=100&page=0&status=${status}`,
                [`counts of ${status}`]: () => `/health/connections/counts?status=${status}`
            })),
            'status of an app': (round) => `/connections?limit=100&page=0&status=needs_reconnect&integrationId=i${round % 20}`,
            'an end user': (round) => `/connections?limit=100&page=0&endUserId=u${round * 77}`,
            'search, many': () => '/connections?limit=100&page=0&search=example.com',
            'search, one': (round) => `/connections?limit=100&page=0&search=${customer(round)}@`,
            'search, none': (round) => `/connections?limit=100&page=0&search=nothing-${round}`,
            'search of a status': () => '/connections?limit=100&page=0&search=nothing&status=needs_reconnect',
            'search of healthy': (round) => `/connections?limit=100&page=0&search=nothing-${round}&status=healthy`,
            'search of an app': (round) => `/connections?limit=100&page=0&search=nothing-${round}&integrationId=i${round % 20}`,
            links: () => '/dashboard/api/links?environment=dev'
        },
        Connection: {
            'the connection': (round) => `/connections/${customer(round)}?provider_config_key=i${number(round) % 20}`,
            syncs: (round) => `/sync/status?syncs=*&connection_id=${customer(round)}&provider_config_key=i${number(round) % 20}`,
            requests: (round) => `/logs?limit=10&connection_id=${customer(round)}`,
            functions: (round) => `/functions?limit=100&integration_id=i${round % 20}`,
            timeline: (round) => `/dashboard/api/connection-timeline?${key(round)}`,
            health: (round) => `/dashboard/api/connection-health-history?${key(round)}`,
            traffic: (round) => `/dashboard/api/connection-traffic?range=30d&${key(round)}`,
            'busy: timeline': () => `/dashboard/api/connection-timeline?${busy}`,
            ...each(timelineKinds, (kind) => ({
                [`busy: timeline of ${kind}`]: () => `/dashboard/api/connection-timeline?${busy}&kind=${kind}`
            })),
            'busy: records': () => `/dashboard/api/records?${busy}&model=Candidate`,
            'busy: records, by id': (round) => `/dashboard/api/records?${busy}&model=Candidate&search=r${round * 97 + 1}`,
            'busy: records, search for many': () => `/dashboard/api/records?${busy}&model=Candidate&search=customer`,
            'busy: records, search for none': (round) => `/dashboard/api/records?${busy}&model=Candidate&search=nothing-${round}`,
            ...each(chartRanges, (range) => ({
                [`busy: traffic of ${range}`]: () => `/dashboard/api/connection-traffic?range=${range}&${busy}`
            })),
            'busy: health': () => `/dashboard/api/connection-health-history?${busy}`,
            'busy: requests': () => '/logs?limit=10&connection_id=c1',
            'busy: requests, failed': () => '/logs?limit=100&connection_id=c1&failed=true',
            'busy: requests, status': () => '/logs?limit=100&connection_id=c1&status=418'
        },
        Integrations: {
            list: () => '/integrations',
            status: () => '/integrations/status',
            one: (round) => `/integrations/i${round % 20}?include=webhook&include=connections`,
            catalogue: () => '/providers',
            traffic: (round) => `/dashboard/api/traffic?environment=dev&range=30d&integration_id=i${round % 20}`
        },
        Syncs: {
            'first page': () => '/dashboard/api/syncs?environment=dev',
            counts: () => '/dashboard/api/sync-counts?environment=dev',
            'counts of an app': (round) => `/dashboard/api/sync-counts?environment=dev&integration_id=i${round % 20}`,
            'counts of a name': () => '/dashboard/api/sync-counts?environment=dev&name=jobs',
            ...each(['running', 'failing', 'paused'], (state) => ({
                [`state ${state}`]: () => `/dashboard/api/syncs?environment=dev&state=${state}`,
                [`${state} of an app`]: (round) => `/dashboard/api/syncs?environment=dev&state=${state}&integration_id=i${round % 20}`,
                [`${state} of an app without syncs`]: () => `/dashboard/api/syncs?environment=dev&state=${state}&integration_id=idle`
            })),
            'an app': (round) => `/dashboard/api/syncs?environment=dev&integration_id=i${round % 20}`,
            'an app without syncs': () => '/dashboard/api/syncs?environment=dev&integration_id=idle',
            'a connection': (round) => `/dashboard/api/syncs?environment=dev&connection_id=${customer(round)}`,
            'a connection without syncs': () => '/dashboard/api/syncs?environment=dev&connection_id=none',
            'a name': () => '/dashboard/api/syncs?environment=dev&name=jobs',
            'a name of an app': (round) => `/dashboard/api/syncs?environment=dev&name=jobs&integration_id=i${round % 20}`,
            'a name that there is not': () => '/dashboard/api/syncs?environment=dev&name=none',
            'a name that an app has not': (round) => `/dashboard/api/syncs?environment=dev&name=none&integration_id=i${round % 20}`
        },
        Logs: {
            newest: () => '/logs?limit=100',
            failed: () => '/logs?limit=100&failed=true',
            status: () => '/logs?limit=100&status=418',
            'class of status': () => '/logs?limit=100&status=5xx',
            kind: () => '/logs?limit=100&kind=refresh',
            'an app': (round) => `/logs?limit=100&integration_id=i${round % 20}`,
            'a connection': (round) => `/logs?limit=100&connection_id=c${round * 37}`,
            search: (round) => `/logs?limit=100&search=word${round}`,
            'search, none': (round) => `/logs?limit=100&search=nothing${round}`,
            'a day': () => `/logs?limit=100&since=${new Date(Date.now() - 86_400_000).toISOString()}`
        },
        Runs: {
            newest: () => '/functions/runs?limit=50',
            ...each(runStates, (status) => ({
                [`status ${status}`]: () => `/functions/runs?limit=50&status=${status}`,
                [`${status} of an app`]: (round) => `/functions/runs?limit=50&status=${status}&integration_id=i${round % 20}`,
                [`${status} of a function`]: () => `/functions/runs?limit=50&status=${status}&name=candidates`,
                [`${status}, an app without runs`]: () => `/functions/runs?limit=50&status=${status}&integration_id=idle`
            })),
            kind: () => '/functions/runs?limit=50&type=action',
            'a kind that there is not': () => '/functions/runs?limit=50&type=on-event',
            'an app': (round) => `/functions/runs?limit=50&integration_id=i${round % 20}`,
            'a kind of an app': (round) => `/functions/runs?limit=50&type=on-event&integration_id=i${round % 20}`,
            'an app without runs': () => '/functions/runs?limit=50&integration_id=idle',
            'a connection': (round) => `/functions/runs?limit=50&connection_id=${customer(round)}`,
            'a busy connection': () => '/functions/runs?limit=50&connection_id=c1',
            'a function of a busy connection': () => '/functions/runs?limit=50&connection_id=c1&name=none&type=sync&integration_id=i1',
            'a connection without runs': () => '/functions/runs?limit=50&connection_id=none',
            'a function': () => '/functions/runs?limit=50&name=candidates',
            'a function that there is not': () => '/functions/runs?limit=50&name=none'
        },
        Issues: {
            open: () => '/issues?status=open',
            resolved: () => '/issues?status=resolved',
            muted: () => '/issues?status=muted',
            'of a rule': () => '/issues?rule=error_rate',
            'of a rule, muted': () => '/issues?rule=app_refused&status=muted'
        },
        Status: { integrations: () => '/integrations/status' },
        Settings: {
            keys: () => '/environment/api-keys',
            endpoints: () => '/webhook-endpoints',
            deliveries: () => '/webhook-deliveries?limit=50',
            'deliveries given up': () => '/webhook-deliveries?limit=50&status=exhausted',
            'deliveries waiting': () => '/webhook-deliveries?limit=50&status=pending',
            'deliveries made': () => '/webhook-deliveries?limit=50&status=delivered',
            audit: () => '/dashboard/api/audit?limit=100',
            'audit, environment': () => '/dashboard/api/audit?environment=prod&limit=100',
            'audit, actor': () => '/dashboard/api/audit?actor=unknown&limit=100',
            'audit, action': () => '/dashboard/api/audit?action=deleteEnvironment&limit=100',
            'audit, older': () => '/dashboard/api/audit?limit=100&before=019a0000-0000-7000-8000-000000000000'
        },
        Palette: { search: (round) => `/connections?limit=8&search=${customer(round)}` }
    };
}
