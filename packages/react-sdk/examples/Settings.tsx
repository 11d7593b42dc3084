// README: begin
import { ConnectEmbedded } from '@patchbay/react';
import { useState } from 'react';

export function Settings() {
    const [isDone, setIsDone] = useState(false);
    return isDone ? <p>All set.</p> : <ConnectEmbedded theme="light" onConnect={() => setIsDone(true)} />;
}
// README: end
