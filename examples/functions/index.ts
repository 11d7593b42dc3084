// The functions of this project, each imported for its definition.
import './gem/syncs/people.ts';
import './gem/actions/add-note.ts';
import './gem/on-events/check-access.ts';
