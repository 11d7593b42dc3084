import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useConnectTest } from '../integration/use-connect-test.ts';

/** The Connect UI as the end user will see it, with a test user of the member. */
export function OpenAsTestUser({ integrations }: { integrations: readonly string[] | undefined }) {
    const environment = useEnvironment();
    const { reason } = useMay('environment:connect_sessions:write');
    const { start, isOpen, result } = useConnectTest();
    return (
        <>
            <Button isBusy={isOpen} blockedBecause={reason} onClick={() => start(integrations)}>
                Open as test user
            </Button>
            {result?.kind === 'failed' && <Notice tone="danger" title={result.message} />}
            {result?.kind === 'connected' && (
                <Notice tone="ok" title="Your test user is connected">
                    <Link
                        to="/$environment/connections/$integration/$connection"
                        params={{ environment, integration: result.integration, connection: result.connection }}
                        className="text-accent-text underline"
                    >
                        See the connection
                    </Link>
                </Notice>
            )}
        </>
    );
}
