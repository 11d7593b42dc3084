import { deleteConnection, pauseSync, startSync, triggerSync } from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEnvironment } from '../../api/client.ts';
import { useEnvironment } from '../../api/use-api.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { ReconnectDialog } from './ReconnectDialog.tsx';
import { SendLinksDialog } from './SendLinksDialog.tsx';
import type { Connection } from './use-connection-rows.ts';

export type Action = 'reconnect' | 'send' | 'pause' | 'resume' | 'run' | 'delete';

interface Props {
    action: Action;
    selected: readonly Connection[];
    onDeleted?: () => void;
    onClose: () => void;
}

/** Asks before something is done to connections, and does it. */
export function ActionDialog({ action, selected, onDeleted, onClose }: Props) {
    const environment = useEnvironment();
    const client = useQueryClient();
    // What is done to them may end the selection, and the dialog still names them.
    const [connections] = useState(selected);
    const call = callEnvironment(environment);
    const refresh = () => void client.invalidateQueries({ queryKey: [environment] });
    const parts = { connections, onEnd: refresh, onClose };
    const many = connections.length === 1 ? '1 connection' : `${connections.length.toLocaleString()} connections`;
    if (action === 'reconnect' || action === 'send') {
        const broken = connections.filter(({ health }) => health.status === 'needs_reconnect');
        const Links = action === 'send' ? SendLinksDialog : ReconnectDialog;
        return <Links integration={undefined} connections={broken} count={broken.length} onClose={onClose} />;
    }
    if (action === 'delete')
        return (
            <BulkDialog
                {...parts}
                title={`Delete ${many}?`}
                verb="Delete"
                done="deleted"
                isDanger
                act={({ connection_id: id, provider_config_key: key }) =>
                    call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: key } })
                }
                onEnd={() => {
                    onDeleted?.();
                    refresh();
                }}
            >
                <p>
                    Deletes the saved sign-ins and the records of {many}. Access is revoked at the provider where it can be done. Their end
                    users have to connect again.
                </p>
            </BulkDialog>
        );
    const { title, verb, done, help } = ofSyncs[action];
    return (
        <BulkDialog
            {...parts}
            title={title.replace('%', many)}
            verb={verb}
            done={done}
            act={({ connection_id: id, provider_config_key: key }) => {
                const input = { body: { syncs: [], provider_config_key: key, connection_id: id } };
                if (action === 'pause') return call(pauseSync, input);
                return action === 'resume' ? call(startSync, input) : call(triggerSync, input);
            }}
        >
            <p>{help}</p>
        </BulkDialog>
    );
}

const ofSyncs = {
    pause: {
        title: 'Pause the syncs of %?',
        verb: 'Pause',
        done: 'paused',
        help: 'Runs under way stop, and what they have written stays. Nothing is read until the syncs are resumed.'
    },
    resume: {
        title: 'Resume the syncs of %?',
        verb: 'Resume',
        done: 'resumed',
        help: 'Each sync runs at once, from where it stopped.'
    },
    run: {
        title: 'Run the syncs of % now?',
        verb: 'Run now',
        done: 'running',
        help: 'Each sync runs from its last point. One that runs already runs again afterwards.'
    }
} as const;
