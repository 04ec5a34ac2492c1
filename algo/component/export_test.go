package component

var SampledWCC = sampledWCC
