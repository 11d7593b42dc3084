// README: begin
import { resume } from '@patchbay/react';
import { useEffect } from 'react';

export function ReturnPage({ onConnected }: { onConnected: (connectionId: string) => void }) {
    useEffect(() => {
        resume({ onConnect: ({ connectionId }) => onConnected(connectionId) });
    }, [onConnected]);
    return null;
}
// README: end
