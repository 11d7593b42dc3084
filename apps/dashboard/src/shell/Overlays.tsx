import { lazy, Suspense, useState } from 'react';
import { useSessionState } from '../api/session-state.ts';
import type { WaitingAttempt } from '../pages/connections/use-waiting.ts';
import type { Task } from './palette-result.ts';

const KeysDialog = lazy(() => import('./KeysDialog.tsx'));
const OtherMemberDialog = lazy(() => import('./OtherMemberDialog.tsx'));
const Palette = lazy(() => import('./Palette.tsx'));
const SignInDialog = lazy(() => import('./SignInDialog.tsx'));
const SignInRecord = lazy(() => import('./SignInRecord.tsx'));
const TaskDialog = lazy(() => import('./TaskDialog.tsx'));

export type Open = 'search' | 'keys' | undefined;

/** What lies over any page. */
export function Overlays({ open, onOpen }: { open: Open; onOpen: (open: Open) => void }) {
    const session = useSessionState();
    const [task, setTask] = useState<Task>();
    const [signIn, setSignIn] = useState<WaitingAttempt>();
    const close = () => onOpen(undefined);
    // They show what the member before was looking at.
    const isOther = session === 'other';
    return (
        <>
            <Suspense>
                {!isOther && open === 'search' && (
                    <Palette onClose={close} onHelp={() => onOpen('keys')} onTask={setTask} onSignIn={setSignIn} />
                )}
                {!isOther && open === 'keys' && <KeysDialog onClose={close} />}
                {!isOther && signIn && <SignInRecord attempt={signIn} onClose={() => setSignIn(undefined)} />}
                {!isOther && task && <TaskDialog task={task} onClose={() => setTask(undefined)} />}
            </Suspense>
            <Suspense>
                {session === 'expired' && <SignInDialog />}
                {isOther && <OtherMemberDialog />}
            </Suspense>
        </>
    );
}
