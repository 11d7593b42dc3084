import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMay } from '../../api/session.ts';
import { useEnvironment } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Findings } from '../doctor/Findings.tsx';
import { type TestResult, useConnectTest } from './use-connect-test.ts';

/**
 * Connects an account as a test user, in the Connect UI as end users see it.
 * @param startsAtOnce as soon as it is shown
 */
export function TryIt({
    integration,
    name,
    startsAtOnce = false,
    onConnected,
    onStarted
}: {
    integration: string;
    name: string;
    startsAtOnce?: boolean;
    onConnected?: () => void;
    onStarted?: () => void;
}) {
    const { may, reason } = useMay('environment:connect_sessions:write');
    const { start, isOpen, result } = useConnectTest(onConnected);

    const isStarted = useRef(false);
    useEffect(() => {
        if (!startsAtOnce || !may || isStarted.current) return;
        isStarted.current = true;
        onStarted?.();
        start([integration]);
    });

    return (
        <div className="flex flex-col gap-3">
            <div>
                <Button look="primary" isBusy={isOpen} blockedBecause={reason} onClick={() => start([integration])}>
                    {result === undefined ? 'Try it' : 'Try it again'}
                </Button>
            </div>
            {result && <Outcome result={result} integration={integration} name={name} />}
        </div>
    );
}

function Outcome({ result, integration, name }: { result: TestResult; integration: string; name: string }) {
    const environment = useEnvironment();
    if (result.kind === 'cancelled') return <Notice tone="info">It was closed before anything was connected.</Notice>;
    if (result.kind === 'failed')
        return (
            <>
                <Notice tone="danger" title={`It did not work: ${result.message}`}>
                    <p>{remedyOf(result.code)}</p>
                    <p className="text-small text-text-2">
                        Code <code>{result.code}</code>
                    </p>
                </Notice>
                <div className="rounded-card border border-hairline">
                    <Findings integration={integration} />
                </div>
            </>
        );
    return (
        <Notice
            tone="ok"
            title={`It works: ${name} is connected`}
            actions={
                <Link
                    to="/$environment/connections/$integration/$connection"
                    params={{ environment, integration, connection: result.connection }}
                    className={buttonClass()}
                >
                    See the connection
                </Link>
            }
        >
            Patchbay has the credentials of your test user, as connection <code>{result.connection}</code>.
        </Notice>
    );
}

const remedies: Readonly<Record<string, string>> = {
    integration_misconfigured: 'Compare client ID, client secret and redirect URI with those of the app at the vendor.',
    missing_permissions: 'Ask for fewer permissions in the setup, or allow them for the app at the vendor.',
    credentials_rejected: 'The vendor refused what was typed. Try other credentials.',
    provider_down: 'The vendor does not respond. Try again later.',
    consent_denied: 'Access was denied at the vendor. Nothing is wrong with the setup.',
    timeout: 'The vendor did not send the browser back. Its page may have said why: often the redirect URI is not registered.',
    embed_misconfigured: 'The Connect UI could not be opened here. See PATCHBAY_CONNECT_URL and PATCHBAY_EMBED_ORIGINS.',
    unreachable: 'The Connect UI could not be opened here. See PATCHBAY_CONNECT_URL and PATCHBAY_EMBED_ORIGINS.',
    no_token: 'The session could not be made.'
};

function remedyOf(code: string): string {
    return remedies[code] ?? 'The timeline of the attempt says more.';
}
