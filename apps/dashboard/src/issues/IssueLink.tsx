import { isAlertRule } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../api/use-api.ts';
import type { Issue } from './issue.ts';

const look = 'text-accent-text underline';

/** Where an issue can be looked into, or repaired. */
export function IssueLink({ issue: { rule, integration_id: integration } }: { issue: Issue }) {
    const environment = useEnvironment();
    const params = { environment };
    const ofApp = integration === null ? {} : { integration };
    if (!isAlertRule(rule)) return null;
    switch (rule) {
        case 'connection_broken':
            return (
                <Link to="/$environment/connections" params={params} search={{ status: 'needs_reconnect', ...ofApp }} className={look}>
                    See the connections
                </Link>
            );
        case 'sync_failing':
            return (
                <Link to="/$environment/runs" params={params} search={{ status: 'failed', type: 'sync', ...ofApp }} className={look}>
                    See the runs
                </Link>
            );
        case 'error_rate':
        case 'rate_limit_starved':
            return (
                <Link to="/$environment/logs" params={params} search={{ status: 'failed', ...ofApp }} className={look}>
                    See the requests
                </Link>
            );
        case 'delivery_exhausted':
        case 'endpoint_disabled':
            return (
                <Link to="/$environment/settings/webhooks" params={params} className={look}>
                    See the webhooks
                </Link>
            );
        case 'many_credentials_read':
            return (
                <Link to="/$environment/settings/keys" params={params} className={look}>
                    See the keys
                </Link>
            );
        case 'app_refused':
        case 'integration_frozen':
            return integration === null ? null : (
                <Link to="/$environment/integrations/$integration/setup" params={{ environment, integration }} className={look}>
                    See the setup
                </Link>
            );
    }
}
