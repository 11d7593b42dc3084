// README: begin
import { useConnect } from '@patchbay/react';

export function ConnectAny({ onConnected }: { onConnected: (connectionId: string) => void }) {
    const { open, ready, error } = useConnect({ onConnect: ({ connectionId }) => onConnected(connectionId) });
    return (
        <>
            <button onClick={open} disabled={!ready}>
                Connect an account
            </button>
            {error && <p>Nothing was connected ({error.code}).</p>}
        </>
    );
}
// README: end
