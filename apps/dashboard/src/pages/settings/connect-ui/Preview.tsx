import type { ConnectUI } from '@patchbay/connect';
import { createConnectSession } from '@patchbay/contracts/dashboard';
import { useEffect, useRef, useState } from 'react';
import { callEnvironment } from '../../../api/client.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { useEnvironment } from '../../../api/use-api.ts';
import { ErrorNotice } from '../../../parts/Notice.tsx';
import { Card, EmptyState } from '../../../parts/Page.tsx';
import type { Settings } from './settings.ts';

/** The Connect UI itself, opened for a test user, with what is not saved yet. */
export function Preview({ draft }: { draft: Settings }) {
    const environment = useEnvironment();
    const { member, urls } = useSession();
    const { reason } = useMay('environment:connect_sessions:write');
    const container = useRef<HTMLDivElement>(null);
    const open = useRef<ConnectUI>(undefined);
    const shown = useRef(draft);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
        shown.current = draft;
        open.current?.updateAppearance(draft.appearance);
        open.current?.setTheme(draft.default_theme);
    }, [draft]);
    useEffect(() => {
        if (reason !== undefined) return;
        let isGone = false;
        const start = async () => {
            const { openConnectUI } = await import('@patchbay/connect');
            if (isGone || !container.current) return;
            open.current = openConnectUI({
                connectUrl: urls.connect,
                container: container.current,
                theme: shown.current.default_theme,
                appearance: shown.current.appearance,
                fetchSession: async () => {
                    const end_user = { id: `test-${member.id}`, email: member.email, display_name: `Test user of ${member.name}` };
                    return (await callEnvironment(environment)(createConnectSession, { body: { end_user } })).data.token;
                }
            });
        };
        start().catch(setError);
        return () => {
            isGone = true;
            open.current?.destroy();
            open.current = undefined;
        };
    }, [environment, member, reason, urls]);
    return (
        <div className="lg:sticky lg:top-6">
            <Card title="Preview">
                {error !== undefined && <ErrorNotice error={error} />}
                {reason === undefined ? (
                    <div ref={container} className="h-[36rem] overflow-hidden rounded-b-card" />
                ) : (
                    <EmptyState>{reason}</EmptyState>
                )}
            </Card>
        </div>
    );
}
