/**
 * What this machine can judge: its lasting facts and its present quiet as findings, each with its advice, and a short
 * race of equal clients that tells the smallest change that would be seen. Leaves nothing behind but what a race would
 * download. Must not import {@code cli} or {@code junit}.
 */
package dev.regatta.doctor;
