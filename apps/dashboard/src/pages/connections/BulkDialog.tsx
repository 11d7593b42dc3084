import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { errorText } from '../../parts/error-text.ts';
import { Notice } from '../../parts/Notice.tsx';
import { useTypedName } from '../../parts/use-typed-name.tsx';
import { nameOf } from './names.ts';
import type { Connection } from './use-connection-rows.ts';

interface Props {
    title: string;
    verb: string;
    /** As “paused”. */
    done: string;
    connections: readonly Connection[];
    act: (connection: Connection) => Promise<unknown>;
    /** Where something is lost. */
    isDanger?: boolean;
    onEnd: () => void;
    onClose: () => void;
    children: ReactNode;
}

interface Failure {
    connection: Connection;
    message: string;
}

const atOnce = 4;
const mostFailuresShown = 10;

/** Does the same with each of several connections, and says what could not be done. */
export function BulkDialog({ title, verb, done, connections, act, isDanger = false, onEnd, onClose, children }: Props) {
    const count = connections.length === 1 ? '1 connection' : `${connections.length.toLocaleString()} connections`;
    const { field, blockedBecause } = useTypedName(count);
    const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
    const [ended, setEnded] = useState(0);
    const [failures, setFailures] = useState<readonly Failure[]>([]);
    const run = async () => {
        setState('running');
        const left = [...connections];
        const work = async () => {
            for (let next = left.shift(); next; next = left.shift()) {
                const connection = next;
                await act(connection).catch((error: unknown) =>
                    setFailures((before) => [...before, { connection, message: errorText(error).message }])
                );
                setEnded((before) => before + 1);
            }
        };
        await Promise.all(Array.from({ length: atOnce }, work));
        setState('done');
        onEnd();
    };
    return (
        <Dialog title={title} {...(state !== 'running' && { onClose })}>
            {state === 'idle' && children}
            {state === 'idle' && isDanger && field}
            {state === 'running' && (
                <p role="status">
                    {ended.toLocaleString()} of {count}…
                </p>
            )}
            {state === 'done' && <Outcome done={done} succeeded={connections.length - failures.length} failures={failures} />}
            <DialogActions>
                {state !== 'running' && <Button onClick={onClose}>{state === 'done' ? 'Done' : 'Cancel'}</Button>}
                {state !== 'done' && (
                    <Button
                        look={isDanger ? 'danger' : 'primary'}
                        isBusy={state === 'running'}
                        blockedBecause={isDanger ? blockedBecause : undefined}
                        onClick={() => void run()}
                    >
                        {verb}
                    </Button>
                )}
            </DialogActions>
        </Dialog>
    );
}

function Outcome({ done, succeeded, failures }: { done: string; succeeded: number; failures: readonly Failure[] }) {
    return (
        <>
            {succeeded > 0 && (
                <Notice tone="ok">
                    {succeeded.toLocaleString()} {done}.
                </Notice>
            )}
            {failures.length > 0 && (
                <Notice tone="warn" title={`${failures.length.toLocaleString()} not ${done}`}>
                    <ul>
                        {failures.slice(0, mostFailuresShown).map(({ connection, message }) => (
                            <li key={connection.id}>
                                {nameOf(connection)}, {connection.provider_config_key}: {message}
                            </li>
                        ))}
                    </ul>
                    {failures.length > mostFailuresShown && <p>And {(failures.length - mostFailuresShown).toLocaleString()} more.</p>}
                </Notice>
            )}
        </>
    );
}
