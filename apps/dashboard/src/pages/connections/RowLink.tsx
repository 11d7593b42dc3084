import { createReconnectLinks, listLinkActivity } from '@patchbay/contracts/dashboard';
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { errorText } from '../../parts/error-text.ts';
import { linkLifetimes } from '../../parts/Lifetime.tsx';
import { nameOf } from './names.ts';
import type { Connection } from './use-connection-rows.ts';

const notCopied = 'The link was made, and the browser did not let it be copied. Press once more.';

/** Makes the link by which the end user of a row reconnects, once, and copies it. */
export function RowLink({ connection, tabIndex }: { connection: Connection; tabIndex: number }) {
    const { reason } = useMay('environment:connect_sessions:write');
    const make = useChange(createReconnectLinks, [listLinkActivity]);
    const [outcome, setOutcome] = useState<'copied' | 'not copied'>();
    const made = make.data?.data.links[0]?.url;
    const copy = (url: string) =>
        void navigator.clipboard.writeText(url).then(
            () => setOutcome('copied'),
            () => setOutcome('not copied')
        );
    const makeThenCopy = () =>
        make.mutate(
            {
                body: {
                    integration_id: connection.provider_config_key,
                    connection_ids: [connection.connection_id],
                    expires_in: linkLifetimes[0].seconds
                }
            },
            // Without one it works again: the list has it at the next reading.
            { onSuccess: ({ data: { links } }) => links[0] && copy(links[0].url) }
        );
    const problem = make.error ? errorText(make.error).message : outcome === 'not copied' ? notCopied : undefined;
    const word = outcome === 'copied' ? 'Copied' : 'Copy link';
    const Icon = problem !== undefined ? TriangleAlert : outcome === 'copied' ? Check : Copy;
    return (
        <>
            <Button
                tabIndex={tabIndex}
                data-control="link"
                aria-label={`${word}: ${nameOf(connection)}, ${connection.provider_config_key}`}
                title={problem ?? `Works for ${linkLifetimes[0].name}, for this end user.`}
                isBusy={make.isPending}
                blockedBecause={reason}
                onClick={() => (made === undefined ? makeThenCopy() : copy(made))}
                icon={<Icon aria-hidden size={16} strokeWidth={1.75} className={problem === undefined ? '' : 'text-danger'} />}
            >
                {word}
            </Button>
            <span role="status" className="sr-only">
                {problem ?? (outcome === 'copied' ? `The reconnect link of ${nameOf(connection)} is copied.` : '')}
            </span>
        </>
    );
}
