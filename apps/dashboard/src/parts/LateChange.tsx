import { listAuditEntries, roleCatalog } from '@patchbay/contracts/dashboard';
import { useSession } from '../api/session.ts';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { Time } from './Time.tsx';

interface Props {
    /** As “this integration”. */
    what: string;
    /** As the audit log names the change. */
    action: string;
    /** As the audit log names what was changed; absent: there is one of its kind. */
    target?: string | readonly string[];
    /** When what is edited here was changed last, as it was read; absent: not known. */
    since?: string | undefined;
    /** What is offered in place of showing theirs. */
    reloadWords?: string;
    /** What saving on top does. */
    note?: string;
    isBusy: boolean;
    onReload: () => void;
    onSave: () => void;
}

/** Another member was first: what is typed here is still here, and not saved. */
export function LateChange({
    what,
    action,
    target,
    since,
    reloadWords = 'Show theirs, and drop what I typed',
    note = 'Saving on top keeps their change of every field that you left alone.',
    isBusy,
    onReload,
    onSave
}: Props) {
    const change = useNewestChange(action, target, since);
    return (
        <Notice
            tone="warn"
            title={`Someone has changed ${what} since you opened it`}
            actions={
                <>
                    <Button onClick={onReload}>{reloadWords}</Button>
                    <Button isBusy={isBusy} onClick={onSave}>
                        Save mine on top of theirs
                    </Button>
                </>
            }
        >
            {change && (
                <p>
                    It was {change.by}, <Time at={change.at} />.
                </p>
            )}
            <p>Nothing of yours was saved, and it is still here. {note}</p>
        </Notice>
    );
}

/** From the audit log, for those who may read it. */
function useNewestChange(action: string, target: Props['target'] = [], since: string | undefined) {
    const environment = useEnvironment();
    const { member } = useSession();
    const { data } = useRead(
        listAuditEntries,
        { query: { environment, action, limit: 100 } },
        { enabled: roleCatalog[member.role].managesMembers, staleTime: 0 }
    );
    const isOfThis = (about: string | null) => [target].flat().every((part) => (about ?? '').split(' ').includes(part));
    const newest = data?.data.find((entry) => entry.status !== null && entry.status < 400 && isOfThis(entry.target));
    // It may have been something else that changed it: a deletion, or another key.
    if (!newest || (since !== undefined && newest.at < since)) return undefined;
    return { at: newest.at, by: newest.actor.id === member.id ? 'you, in another window' : newest.actor.name };
}
