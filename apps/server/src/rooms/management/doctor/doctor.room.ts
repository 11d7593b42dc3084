import { room } from '../../../room.ts';
import { doctorRoutes } from './doctor.routes.ts';

export const doctor = room({ name: 'doctor', routes: doctorRoutes });
