import { type ReactNode, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useEnvironment } from '../api/use-api.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';
import { TextField } from './Field.tsx';
import { ErrorNotice } from './Notice.tsx';

interface Props {
    title: string;
    /** What its button says. */
    verb: string;
    /** In production it has to be typed. */
    name: string;
    change: { error: unknown; isPending: boolean };
    onConfirm: () => void;
    onClose: () => void;
    /** What is lost, in numbers where they are known. */
    children: ReactNode;
}

/** Asks before something is destroyed. */
export function ConfirmDialog({ title, verb, name, change, onConfirm, onClose, children }: Props) {
    const environment = useEnvironment();
    const isProduction = useSession().environments.find((each) => each.name === environment)?.is_production ?? false;
    const [typed, setTyped] = useState('');
    const isTyped = !isProduction || typed === name;
    return (
        <Dialog title={title} onClose={onClose}>
            {change.error !== null && change.error !== undefined && <ErrorNotice error={change.error} />}
            {children}
            {isProduction && (
                <TextField
                    label={`Type ${name} to confirm`}
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                    autoComplete="off"
                />
            )}
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="danger"
                    isBusy={change.isPending}
                    blockedBecause={isTyped ? undefined : `Type ${name} first.`}
                    onClick={onConfirm}
                >
                    {verb}
                </Button>
            </DialogActions>
        </Dialog>
    );
}
