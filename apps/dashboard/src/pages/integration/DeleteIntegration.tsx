import { deleteIntegration, listIntegrations } from '@patchbay/contracts/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Card } from '../../parts/Page.tsx';
import type { Integration } from './IntegrationPage.tsx';

export function DeleteIntegration({ integration }: { integration: Integration }) {
    const { reason } = useMay('environment:integrations:write');
    const [isAsking, setAsking] = useState(false);
    return (
        <>
            <Card title="Delete">
                <div className="flex flex-wrap items-center justify-between gap-3 p-4">
                    <p className="text-text-2">Deletes the integration, {lossText(integration.connections)}.</p>
                    <Button look="danger" blockedBecause={reason} onClick={() => setAsking(true)}>
                        Delete…
                    </Button>
                </div>
            </Card>
            {isAsking && <DeleteDialog integration={integration} onClose={() => setAsking(false)} />}
        </>
    );
}

function lossText(connections = 0): string {
    if (connections === 0) return 'which has no connections';
    return connections === 1
        ? 'and the saved sign-in and records of 1 connection'
        : `and the saved sign-ins and records of ${connections.toLocaleString()} connections`;
}

function DeleteDialog({
    integration: { unique_key: id, display_name: name, connections },
    onClose
}: {
    integration: Integration;
    onClose: () => void;
}) {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const remove = useChange(deleteIntegration, [listIntegrations]);
    return (
        <ConfirmDialog
            title={`Delete ${name}?`}
            verb={`Delete ${name}`}
            name={id}
            change={remove}
            onClose={onClose}
            onConfirm={() =>
                remove.mutate(
                    { params: { id } },
                    { onSuccess: () => void navigate({ to: '/$environment/integrations', params: { environment } }) }
                )
            }
        >
            <p>
                This deletes the integration <code>{id}</code>, {lossText(connections)}. Their access is revoked at the vendor. It cannot be
                undone.
            </p>
        </ConfirmDialog>
    );
}
