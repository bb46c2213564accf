// Rejects methods and targets that no route has, before Next interprets them.
import { refuse, type Handler } from './handler';

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** Answers 405 to TRACE and other methods, and 400 to absolute-form targets, which Next would redirect to their host. */
export const checkRequestLine: Handler = ({ method = '', url = '' }, response, next) => {
  if (!METHODS.includes(method))
    return refuse(response, 405, 'Method not allowed', { Allow: METHODS.join(', ') });
  if (!url.startsWith('/')) return refuse(response, 400, 'The request target must be a path');
  return next();
};
