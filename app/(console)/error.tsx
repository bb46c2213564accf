'use client';
import ErrorPage from '@/app/error';

/** A page that fails keeps the frame around it. */
export default ErrorPage;
