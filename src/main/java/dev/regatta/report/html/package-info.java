/**
 * The report as a page of HTML that needs nothing else. May import what {@code report} may; every text reaches the page
 * through {@code Markup}, which escapes it and hides secrets.
 */
package dev.regatta.report.html;
