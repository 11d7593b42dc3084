import type { checkConnection as checkConnectionContract } from '@patchbay/contracts';
import { checkConnection, getConnection, listConnections, type SuccessOut, summarizeHealth } from '@patchbay/contracts/dashboard';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Time } from '../../parts/Time.tsx';
import { useConnectionKey } from './connection.ts';

type Result = SuccessOut<typeof checkConnectionContract>['data'];

const looks: Readonly<Record<Result['outcome'], { tone: 'ok' | 'warn' | 'danger'; title: (app: string) => string }>> = {
    accepted: { tone: 'ok', title: (app) => `${app} accepts this connection` },
    refused: { tone: 'danger', title: (app) => `${app} refuses this connection` },
    unreachable: { tone: 'warn', title: (app) => `${app} does not respond` },
    misconfigured: { tone: 'danger', title: (app) => `${app} could not be asked` },
    not_checked: { tone: 'warn', title: (app) => `${app} cannot be asked` }
};

/** Asks the provider at once, for a customer who is waiting. */
export function useCheck() {
    const { integration, connection } = useConnectionKey();
    const { reason } = useMay('environment:connect_sessions:write');
    const check = useChange(checkConnection, [getConnection, listConnections, summarizeHealth]);
    const start = () => check.mutate({ params: { connection_id: connection }, query: { provider_config_key: integration } });
    const button = (
        <Button isBusy={check.isPending} blockedBecause={reason} onClick={start}>
            Check now
        </Button>
    );
    return { button, result: check.data?.data, error: check.error };
}

export function CheckResult({ result, error, app }: { result: Result | undefined; error: Error | null; app: string }) {
    if (error) return <ErrorNotice error={error} />;
    if (!result) return null;
    const { tone, title } = looks[result.outcome];
    return (
        <Notice tone={tone} title={title(app)}>
            {result.message !== null && <p className="text-text-2">{result.message}</p>}
            <p className="text-small text-text-2">
                Checked <Time at={result.checked_at} />
            </p>
        </Notice>
    );
}
