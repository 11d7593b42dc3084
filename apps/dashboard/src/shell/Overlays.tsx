import { lazy, Suspense, useState } from 'react';
import { useSessionExpired } from '../api/session-expiry.ts';
import type { Task } from './palette-results.ts';

const KeysDialog = lazy(() => import('./KeysDialog.tsx'));
const Palette = lazy(() => import('./Palette.tsx'));
const SignInDialog = lazy(() => import('./SignInDialog.tsx'));
const TaskDialog = lazy(() => import('./TaskDialog.tsx'));

export type Open = 'search' | 'keys' | undefined;

/** What lies over any page. */
export function Overlays({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
    const isExpired = useSessionExpired();
    const [task, setTask] = useState<Task>();
    const close = () => onOpen(undefined);
    return (
        <>
            <Suspense>
                {open === 'search' && <Palette onClose={close} onHelp={() => onOpen('keys')} onTask={setTask} />}
                {open === 'keys' && <KeysDialog onClose={close} />}
                {task && <TaskDialog task={task} onClose={() => setTask(undefined)} />}
            </Suspense>
            <Suspense>{isExpired && <SignInDialog />}</Suspense>
        </>
    );
}
