import { listFunctions, updateFunction } from '@patchbay/contracts/dashboard';
import { useMay } from '../../api/session.ts';
import { useChange, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Card, EmptyState, SkeletonRows } from '../../parts/Page.tsx';
import { Status } from '../../parts/Status.tsx';
import { useIntegrationId } from './IntegrationPage.tsx';

const kinds = { sync: 'Sync', action: 'Action', 'on-event': 'On event' } as const;

export function FunctionsTab() {
    const id = useIntegrationId();
    const { data, error, refetch, isPending } = useRead(listFunctions, { query: { integration_id: id, limit: 100 } });
    const { reason } = useMay('environment:functions:write');
    const update = useChange(updateFunction, [listFunctions]);
    return (
        <Card title="Syncs and actions">
            {(error ?? update.error) && <ErrorNotice error={error ?? update.error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={4} />}
            {data?.data.length === 0 && <EmptyState>Patchbay ships no functions for this app, and none were deployed.</EmptyState>}
            {data && data.data.length > 0 && (
                <div className="relative overflow-x-auto">
                    <table className="w-full border-collapse text-left">
                        <thead className="bg-sunken text-micro text-text-2">
                            <tr>
                                {['Name', 'Kind', 'Runs', 'State', ''].map((name) => (
                                    <th
                                        key={name}
                                        scope="col"
                                        className={`px-4 py-2 font-semibold ${['Kind', 'Runs', 'State'].includes(name) ? 'max-md:hidden' : ''}`}
                                    >
                                        {name || <span className="sr-only">Change</span>}
                                    </th>
                                ))}
                            </tr>
                        </thead>
                        <tbody>
                            {data.data.map(({ name, type, description, origin, frequency, enabled }) => (
                                <tr key={`${type} ${name}`} className="border-t border-hairline">
                                    <td className="px-4 py-2">
                                        <span className="font-semibold">{name}</span>
                                        <span className="block text-small text-text-2">{description}</span>
                                        <span className="block text-small text-text-2 md:hidden">
                                            {kinds[type]}, {frequency ?? 'when called'}
                                        </span>
                                    </td>
                                    <td className="px-4 py-2 whitespace-nowrap text-text-2 max-md:hidden">
                                        {kinds[type]}
                                        {origin === 'deployed' && ', deployed'}
                                    </td>
                                    <td className="px-4 py-2 whitespace-nowrap text-text-2 max-md:hidden">{frequency ?? 'when called'}</td>
                                    <td className="px-4 py-2 max-md:hidden">
                                        <Status kind={enabled ? 'working' : 'paused'}>{enabled ? 'On' : 'Off'}</Status>
                                    </td>
                                    <td className="px-4 py-2 text-right">
                                        <Button
                                            look="quiet"
                                            blockedBecause={reason}
                                            aria-label={`Switch ${name} ${enabled ? 'off' : 'on'}`}
                                            onClick={() => update.mutate({ params: { id, type, name }, body: { enabled: !enabled } })}
                                        >
                                            {enabled ? 'Switch off' : 'Switch on'}
                                        </Button>
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </Card>
    );
}
