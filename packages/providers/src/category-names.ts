/** What end users call a category, in English. Those that would tell them nothing are not here. */
export const categoryNames: ReadonlyMap<string, string> = new Map([
    ['accounting', 'Accounting'],
    ['ai', 'AI'],
    ['ats', 'Recruiting'],
    ['calendar', 'Calendars'],
    ['communication', 'Communication'],
    ['crm', 'CRM'],
    ['dev-tools', 'Developer tools'],
    ['e-commerce', 'Online shops'],
    ['hr', 'Human resources'],
    ['marketing', 'Marketing'],
    ['payment', 'Payments'],
    ['productivity', 'Productivity'],
    ['storage', 'File storage'],
    ['support', 'Customer support'],
    ['ticketing', 'Tickets and tasks']
]);
