import {
    createInvitation,
    type InvitationView,
    listInvitations,
    listMembers,
    type MemberRole,
    memberRoles,
    type MemberView,
    removeMember,
    revokeInvitation,
    roleCatalog,
    updateMember
} from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useChange, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { CopyButton } from '../../../parts/Copy.tsx';
import { Dialog, DialogActions } from '../../../parts/Dialog.tsx';
import { SelectField, TextField } from '../../../parts/Field.tsx';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../../parts/Page.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useFirstFocus } from '../../../parts/use-first-focus.ts';
import { fieldError } from '../../../parts/error-text.ts';
import { offerUndo } from '../../../parts/undo.ts';

const onlyManagers = 'Only an owner or an admin can do this. Ask one of them.';

export function TeamPage() {
    const { member } = useSession();
    const manages = roleCatalog[member.role].managesMembers;
    const [isInviting, setInviting] = useState(false);
    return (
        <>
            <Card
                title="Members"
                actions={
                    <Button look="primary" blockedBecause={manages ? undefined : onlyManagers} onClick={() => setInviting(true)}>
                        Invite
                    </Button>
                }
            >
                <Members manages={manages} />
            </Card>
            {manages && <Invitations />}
            {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
        </>
    );
}

function Members({ manages }: { manages: boolean }) {
    const { member: self } = useSession();
    const members = useRead(listMembers, {});
    const update = useChange(updateMember, [listMembers]);
    const [removing, setRemoving] = useState<MemberView>();
    const setRole = ({ id, name, role: before }: MemberView, role: MemberView['role']) => {
        const params = { member_id: id };
        const back = () => update.mutateAsync({ params, body: { role: before, expected_role: role } });
        const onSuccess = () => offerUndo(`Changed the role of ${name} to ${roleCatalog[role].name}.`, back);
        update.mutate({ params, body: { role, expected_role: before } }, { onSuccess });
    };
    if (members.isPending) return <SkeletonRows count={3} height={56} />;
    if (members.error) return <ErrorNotice error={members.error} onRetry={() => void members.refetch()} />;
    return (
        <>
            {update.error && <ErrorNotice error={update.error} />}
            <ul>
                {members.data.data.map((member) => (
                    <li key={member.id} className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-3 first:border-0">
                        <div className="min-w-0 flex-1">
                            <p className="truncate font-semibold">
                                {member.name} {member.id === self.id && <span className="font-normal text-text-2">(you)</span>}
                            </p>
                            <p className="truncate text-small text-text-2">
                                {member.email} · {member.id === self.id ? 'here now' : <LastSeen at={member.last_seen_at} />}
                            </p>
                        </div>
                        <RoleSelect
                            label={`Role of ${member.name}`}
                            value={member.role}
                            isBlocked={!manages || (member.role === 'owner' && self.role !== 'owner')}
                            onChange={(role) => setRole(member, role)}
                        />
                        <Button look="quiet" blockedBecause={manages ? undefined : onlyManagers} onClick={() => setRemoving(member)}>
                            Remove
                        </Button>
                    </li>
                ))}
            </ul>
            {removing && <RemoveDialog member={removing} onClose={() => setRemoving(undefined)} />}
        </>
    );
}

/** Who has just joined may not have been noted yet. */
function LastSeen({ at }: { at: MemberView['last_seen_at'] }) {
    return (
        <>
            last seen <Time at={at} none="not yet" />
        </>
    );
}

function RoleSelect({
    label,
    value,
    isBlocked,
    onChange
}: {
    label: string;
    value: MemberRole;
    isBlocked: boolean;
    onChange: (role: MemberRole) => void;
}) {
    return (
        <select
            aria-label={label}
            value={value}
            disabled={isBlocked}
            title={roleCatalog[value].allows}
            onChange={(event) => onChange(memberRoles.find((role) => role === event.target.value) ?? value)}
            className="min-h-9 rounded-control border border-control bg-surface px-3"
        >
            {memberRoles.map((role) => (
                <option key={role} value={role}>
                    {roleCatalog[role].name}
                </option>
            ))}
        </select>
    );
}

function RemoveDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
    const remove = useChange(removeMember, [listMembers, listInvitations]);
    return (
        <Dialog title={`Remove ${member.name}?`} onClose={onClose}>
            {remove.error && <ErrorNotice error={remove.error} />}
            <p>{member.email} is signed out everywhere at once, and the invitations that they made end. The audit log keeps their name.</p>
            <p>Secret keys that they made work on. The list of keys in each environment says which: rotate or revoke those.</p>
            <DialogActions>
                <Button onClick={onClose}>Cancel</Button>
                <Button
                    look="danger"
                    isBusy={remove.isPending}
                    onClick={() => remove.mutate({ params: { member_id: member.id } }, { onSuccess: onClose })}
                >
                    Remove {member.name}
                </Button>
            </DialogActions>
        </Dialog>
    );
}

function Invitations() {
    const invitations = useRead(listInvitations, {});
    const revoke = useChange(revokeInvitation, [listInvitations]);
    if (!invitations.data || invitations.data.data.length === 0) return null;
    return (
        <Card title="Invitations">
            {revoke.error && <ErrorNotice error={revoke.error} />}
            <ul>
                {invitations.data.data.map((invitation: InvitationView) => (
                    <li key={invitation.id} className="flex flex-wrap items-center gap-3 border-t border-hairline px-4 py-3 first:border-0">
                        <div className="min-w-0 flex-1">
                            <p className="truncate font-semibold">{invitation.email ?? 'An owner'}</p>
                            <p className="text-small text-text-2">
                                {roleCatalog[invitation.role].name} · ends <Time at={invitation.expires_at} />
                            </p>
                        </div>
                        <Button look="quiet" onClick={() => revoke.mutate({ params: { invitation_id: invitation.id } })}>
                            Revoke
                        </Button>
                    </li>
                ))}
            </ul>
        </Card>
    );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
    const { member } = useSession();
    const [email, setEmail] = useState('');
    const [role, setRole] = useState<MemberRole>('support');
    const invite = useChange(createInvitation, [listInvitations]);
    const first = useFirstFocus<HTMLInputElement>();
    if (invite.data)
        return (
            <Dialog title="Send this link" onClose={onClose}>
                <p>It works once, for 7 days, for {invite.data.data.email}. It is not shown again.</p>
                <code className="rounded-control bg-sunken p-3 [overflow-wrap:anywhere]">{invite.data.data.link}</code>
                <DialogActions>
                    <Button onClick={onClose}>Done</Button>
                    <CopyButton text={invite.data.data.link} look="primary">
                        Copy link
                    </CopyButton>
                </DialogActions>
            </Dialog>
        );
    return (
        <FormDialog
            title="Invite a member"
            verb="Make the link"
            error={invite.error}
            isBusy={invite.isPending}
            onSubmit={() => invite.mutate({ body: { email, role } })}
            onClose={onClose}
        >
            <TextField
                label="E-mail address"
                type="email"
                required
                ref={first}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={fieldError(invite.error, 'email')}
            />
            <SelectField
                label="Role"
                help={`Can ${roleCatalog[role].allows}.`}
                value={role}
                onChange={(event) => setRole(memberRoles.find((each) => each === event.target.value) ?? role)}
            >
                {memberRoles
                    .filter((each) => each !== 'owner' || member.role === 'owner')
                    .map((each) => (
                        <option key={each} value={each}>
                            {roleCatalog[each].name}
                        </option>
                    ))}
            </SelectField>
            <Notice tone="info">Patchbay sends no e-mail: you get a link to send yourself.</Notice>
        </FormDialog>
    );
}
