my $p = $ENV{PERL_DIR};
$ENV{WRITTEN} = 1;
