/** What the dashboard needs of the contracts, without zod. */
export * from './dashboard-routes.gen.ts';
export { type AlertRule, alertRuleCodes, alertRules, isAlertRule } from './alert-rules.ts';
export type { AuditEntryView } from './audit.ts';
export type { DoctorFinding } from './doctor.ts';
export { isolated, withoutControls } from './direction.ts';
export type { CallInput, EndpointShape, RouteOf, SuccessOut } from './endpoint.ts';
export { eventNames, eventsToName, type EventName } from './event-names.ts';
export type { Issue } from './errors.ts';
export type { RecordView } from './record-search.ts';
export type { DashboardSession, InvitationView, MemberSessionView, MemberView } from './member.ts';
export { liveTopics, type LiveTopic } from './live-topics.ts';
export type { TimelineEntry } from './connection-page.ts';
export { timelineKinds, type TimelineKind } from './timeline-kinds.ts';
export { memberRoles, roleCatalog, type MemberRole } from './member-role.ts';
export { pageMemberHeader } from './page-member.ts';
export { type CountedSyncState, syncStates, type SyncState } from './sync-states.ts';
export { type SettingsChange, trafficRanges, type TrafficRange } from './traffic-ranges.ts';
export { allows, defaultScopes, scopeCatalog, scopes, type Scope } from './scopes.ts';
