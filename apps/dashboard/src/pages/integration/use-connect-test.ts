import { createConnectSession, diagnose } from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useChange, useEnvironment } from '../../api/use-api.ts';
import { errorText } from '../../parts/error-text.ts';

export type TestResult =
    | { kind: 'connected'; integration: string; connection: string }
    | { kind: 'failed'; code: string; message: string }
    | { kind: 'cancelled' };

/** Connects accounts as a test user, in the Connect UI as end users see it. */
export function useConnectTest(onConnected?: () => void) {
    const { member, urls } = useSession();
    const environment = useEnvironment();
    const client = useQueryClient();
    const mint = useChange(createConnectSession);
    const [isOpen, setOpen] = useState(false);
    const [result, setResult] = useState<TestResult | undefined>();

    const open = async (allowed: readonly string[] | undefined): Promise<TestResult> => {
        const only = allowed?.length === 1 ? allowed[0] : undefined;
        const fetchSession = async () => {
            const body = {
                end_user: { id: `test-${member.id}`, email: member.email, display_name: `Test user of ${member.name}` },
                ...(allowed && { allowed_integrations: [...allowed] })
            };
            return (await mint.mutateAsync({ body })).data.token;
        };
        const { openConnectUI } = await import('@patchbay/connect');
        let last: TestResult = { kind: 'cancelled' };
        const { done } = openConnectUI({
            connectUrl: urls.connect,
            ...(only !== undefined && { integration: only }),
            fetchSession,
            onConnect: ({ connectionId, integrationId }) => {
                last = { kind: 'connected', integration: integrationId, connection: connectionId };
                onConnected?.();
            },
            onError: ({ code, message }) => {
                if (last.kind !== 'connected') last = { kind: 'failed', code, message };
            }
        });
        await done;
        // What the doctor said before says nothing of this try.
        await client.invalidateQueries({ queryKey: [environment, diagnose.path] });
        return last;
    };
    /** @param integrations ids of those to choose from; undefined: all */
    const start = (integrations: readonly string[] | undefined) => {
        setOpen(true);
        setResult(undefined);
        void open(integrations)
            .catch((error: unknown): TestResult => ({ kind: 'failed', code: 'unexpected', message: errorText(error).message }))
            .then((end) => {
                setResult(end);
                setOpen(false);
            });
    };
    return { start, isOpen, result };
}
