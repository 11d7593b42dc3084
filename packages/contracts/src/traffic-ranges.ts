/** How far back the charts of the dashboard look. */
export const trafficRanges = ['1h', '24h', '7d', '30d'] as const;
export type TrafficRange = (typeof trafficRanges)[number];

/** Changes of settings that may be why traffic has changed. */
export const settingsChanges = [
    'integration_added',
    'integration_changed',
    'integration_removed',
    'functions_deployed',
    'function_changed',
    'key_rotated',
    'key_revoked',
    'frozen',
    'unfrozen',
    'variables_changed'
] as const;
export type SettingsChange = (typeof settingsChanges)[number];
