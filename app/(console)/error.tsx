'use client';
import ErrorPage from '@/app/error';

/** Keeps the frame around a page that failed. */
export default ErrorPage;
